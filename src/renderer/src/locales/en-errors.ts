import type { ErrorCode } from '#shared/errors.ts'

/** What happened (and why, where known), and what to do about it. */
export interface ErrorWords {
  what: string
  todo: string
}

export const enErrors: Record<ErrorCode, ErrorWords> = {
  'file-missing': {
    what: 'The file is not there any more.',
    todo: 'It may have been moved or renamed, or its disk unplugged. Choose it again where it is now.',
  },
  'file-empty': {
    what: 'The file is empty.',
    todo: 'A copy or a download may have broken off. Choose another copy of the recording.',
  },
  'file-unreadable': {
    what: 'The file could not be read.',
    todo: 'Check that it opens in another program, or choose another copy.',
  },
  'file-not-media': {
    what: 'This is not a recording.',
    todo: 'Its contents are neither audio nor video, whatever its name says. Choose an audio or video file.',
  },
  'file-no-audio': {
    what: 'This video has no sound.',
    todo: 'There is nothing to transcribe in it. Choose a file with a sound track.',
  },
  'file-no-duration': {
    what: 'The recording is 0 seconds long.',
    todo: 'It may have been stopped as it began. Choose another file.',
  },
  'file-too-large': {
    what: 'The file is too large for the service.',
    todo: 'Up to 2 GB can be sent. Cut the recording into parts and choose those.',
  },
  'file-too-long': {
    what: 'The recording is too long for the service.',
    todo: 'Up to 12 hours can be transcribed at once. Cut it into parts and choose those.',
  },
  'file-not-allowed': {
    what: 'This file cannot be opened from here.',
    todo: 'Choose it with the button, or drop it on the window.',
  },
  'url-invalid': {
    what: 'This address cannot be used.',
    todo: 'It has to begin with http or https and lead to the recording itself, not to a page around it.',
  },
  'photo-unreadable': {
    what: 'This is not a photo that can be read.',
    todo: 'It may be damaged, or not be a picture whatever its name says. Choose a JPEG, PNG, WebP, TIFF, AVIF or GIF.',
  },
  'photo-heic': {
    what: 'HEIC photos cannot be read here.',
    todo: 'Save it as JPEG first: on an iPhone share it by mail or set the camera to “Most compatible”, on a Mac export it from Preview. Then choose the copy.',
  },
  'photo-too-many-pixels': {
    what: 'The photo has {pixels} megapixels; the limit is {pixelLimit}.',
    todo: 'It can be made smaller just enough to fit. Your file stays as it is.',
  },
  'photo-too-large': {
    what: 'The photo is {size}; the limit is {sizeLimit}.',
    todo: 'It can be saved anew just small enough to fit. Your file stays as it is.',
  },
  'text-empty': {
    what: 'There is nothing to speak.',
    todo: 'The text has no words in it, only spaces or signs. Write or paste what is to be said.',
  },
  'text-too-long': {
    what: 'The text is too long.',
    todo: 'Up to 500,000 characters can be spoken at once. Take a part of it.',
  },
  'voice-unknown': {
    what: 'The service does not have this voice any more.',
    todo: 'Choose another voice for the text.',
  },
  'voice-lacks-language': {
    what: 'The voice {voice} does not speak this language.',
    todo: 'It speaks {languages}. Choose one of those, or another voice.',
  },
  'voices-unreadable': {
    what: 'No voices could be read from this file.',
    todo: 'It has to be CSV with the columns voiceId, name, gender and languages, or JSON with the same names.',
  },
  'disk-full': {
    what: 'The disk is full.',
    todo: 'Free some space, then try again. Nothing was lost.',
  },
  'ffmpeg-missing': {
    what: 'ffmpeg is not installed, and no recording can be read without it.',
    todo: 'Settings tells how to get it. Then try again.',
  },
  'ffmpeg-failed': {
    what: 'The sound could not be prepared.',
    todo: 'ffmpeg stopped before the end. Try again; if it stops again, the file may be damaged.',
  },
  'library-unavailable': {
    what: 'The library could not be opened.',
    todo: 'Check that its folder is there and can be written to, then try again.',
  },
  'service-not-started': {
    what: 'The service on this computer did not start.',
    todo: 'Try again, or restart the service in Settings.',
  },
  'service-unreachable': {
    what: 'The service did not answer.',
    todo: 'Try again. If it stays silent, restart it in Settings.',
  },
  'service-timeout': {
    what: 'The service took too long to answer.',
    todo: 'It may be busy. Try again in a while.',
  },
  'service-malformed': {
    what: 'The service gave an answer that makes no sense.',
    todo: 'Part of it may have been lost on the way. Try again.',
  },
  'service-key-refused': {
    what: 'The service refused the key.',
    todo: 'Check the service in Settings, then try again.',
  },
  'service-busy': {
    what: 'The service has too much to do just now.',
    todo: 'Try again in a minute.',
  },
  'service-error': {
    what: 'Something went wrong inside the service.',
    todo: 'Try again. If it happens again, its own words below may help.',
  },
  'service-refused': {
    what: 'The service does not take this recording.',
    todo: 'Its own words below say why. Choose another recording.',
  },
  'service-no-engine': {
    what: 'The service has nothing installed that can turn speech into text.',
    todo: 'Settings tells what to install. Then try again.',
  },
  'service-no-storage': {
    what: 'The service takes no files, only addresses.',
    todo: 'Paste the address of the recording, or choose another service in Settings.',
  },
  'task-failed': {
    what: 'The service could not transcribe this recording.',
    todo: 'Its own words below say why, if it knows. Try again, or choose another recording.',
  },
  'output-broken': {
    what: 'What the service made cannot be used.',
    todo: 'It may have been cut off on the way. Try again.',
  },
  'task-expired': {
    what: 'The text is not kept at the service any more.',
    todo: 'It was not fetched in time. Try again to have it made anew.',
  },
  'task-unknown': {
    what: 'The service knows nothing of this recording.',
    todo: 'It may have been set up anew since. Try again.',
  },
  'task-deadline': {
    what: 'This took far longer than it should, so the wait was ended.',
    todo: 'Try again, or cut the recording into shorter parts.',
  },
  'submission-unknown': {
    what: 'The connection broke off while the recording was handed over, and the service may have it already.',
    todo: 'Send it again if you want; where the service charges, it could count twice.',
  },
  'not-found': {
    what: 'This is not in the library any more.',
    todo: 'It may have been deleted in another window.',
  },
  'invalid-input': {
    what: 'That was not understood.',
    todo: 'Check what was typed and try again.',
  },
  'unknown-method': {
    what: 'This page and the app do not fit together.',
    todo: 'Load the page again. If that does not help, restart Phonolens.',
  },
  forbidden: {
    what: 'This page is not allowed to do that.',
    todo: 'Open Phonolens again from the address it gave when it was started.',
  },
  'host-unreachable': {
    what: 'Phonolens did not answer.',
    todo: 'Check that it is still running, then try again.',
  },
  cancelled: {
    what: 'Cancelled.',
    todo: 'It can be started again at any time.',
  },
  internal: {
    what: 'Something went wrong inside Phonolens.',
    todo: 'Try again. The log has the details under {incident}.',
  },
}

/** What can go wrong in the page alone, without the core. */
export type PageFailure = 'copy-refused' | 'nothing-inside' | 'text-unreadable' | 'notify-refused'

export const enPageFailures: Record<PageFailure, ErrorWords> = {
  'copy-refused': {
    what: 'The text could not be copied.',
    todo: 'Select it and copy it by hand, or export it.',
  },
  'nothing-inside': {
    what: 'Nothing that can be used was found in what was dropped.',
    todo: 'Drop recordings, photos or texts.',
  },
  'text-unreadable': {
    what: 'The text could not be read from the file.',
    todo: 'Check that it opens in another program, and that it holds plain text.',
  },
  'notify-refused': {
    what: 'The system does not allow Phonolens to tell you.',
    todo: 'Allow notifications for it in the settings of the system or the browser, then switch this on again.',
  },
}

import type { ErrorCode } from '#shared/errors.ts'
import type { TaskKind } from '#shared/task.ts'
import type { ErrorWords } from './en-errors.ts'

/** Where an error means something else for one kind of work than for recordings. */
export const enErrorsOf: Record<TaskKind, Partial<Record<ErrorCode, ErrorWords>>> = {
  transcribe: {},
  speak: {
    'ffmpeg-missing': {
      what: 'ffmpeg is not installed, and the parts of the speech cannot be joined without it.',
      todo: 'Settings tells how to get it. Then try again.',
    },
    'ffmpeg-failed': {
      what: 'The parts of the speech could not be joined.',
      todo: 'ffmpeg stopped before the end. Try again.',
    },
    'service-refused': {
      what: 'The service does not take this text.',
      todo: 'Its own words below say why. Change the text or choose another voice.',
    },
    'service-no-engine': {
      what: 'The service has nothing installed that can speak.',
      todo: 'Settings tells what to install. Then try again.',
    },
    'task-failed': {
      what: 'The service could not speak this text.',
      todo: 'Its own words below say why, if it knows. Try again, or choose another voice.',
    },
    'task-expired': {
      what: 'The speech is not kept at the service any more.',
      todo: 'It was not fetched in time. Try again to have it made anew.',
    },
    'task-unknown': {
      what: 'The service knows nothing of this text.',
      todo: 'It may have been set up anew since. Try again.',
    },
    'task-deadline': {
      what: 'This took far longer than it should, so the wait was ended.',
      todo: 'Try again, or speak the text in shorter pieces.',
    },
    'submission-unknown': {
      what: 'The connection broke off while the text was handed over, and the service may have it already.',
      todo: 'Send it again if you want; where the service charges, it could count twice.',
    },
  },
  restore: {
    'file-empty': {
      what: 'The file is empty.',
      todo: 'A copy or a download may have broken off. Choose another copy of the photo.',
    },
    'file-too-large': {
      what: 'The file is too large for the service.',
      todo: 'Choose a smaller copy of the photo.',
    },
    'url-invalid': {
      what: 'This address cannot be used.',
      todo: 'It has to begin with http or https and lead to the photo itself, not to a page around it.',
    },
    'service-refused': {
      what: 'The service does not take this photo.',
      todo: 'Its own words below say why. Choose another photo.',
    },
    'service-no-engine': {
      what: 'The service has nothing installed that can restore photos.',
      todo: 'Settings tells what to install. Then try again.',
    },
    'service-no-storage': {
      what: 'The service takes no files, only addresses.',
      todo: 'Choose another service in Settings.',
    },
    'task-failed': {
      what: 'The service could not restore this photo.',
      todo: 'Its own words below say why, if it knows. Try again, or choose another photo.',
    },
    'task-expired': {
      what: 'The restored photo is not kept at the service any more.',
      todo: 'It was not fetched in time. Try again to have it made anew.',
    },
    'task-unknown': {
      what: 'The service knows nothing of this photo.',
      todo: 'It may have been set up anew since. Try again.',
    },
    'task-deadline': {
      what: 'This took far longer than it should, so the wait was ended.',
      todo: 'Try again, or choose a smaller copy of the photo.',
    },
    'submission-unknown': {
      what: 'The connection broke off while the photo was handed over, and the service may have it already.',
      todo: 'Send it again if you want; where the service charges, it could count twice.',
    },
  },
}

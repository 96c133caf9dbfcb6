/** The words of the Restore page. */
export const enRestore = {
  title: 'Restore',
  choose: 'Choose photos',
  drop: 'Drop photos here',
  dropHint:
    'Portraits that are blurred, grainy or worn, one or many. JPEG, PNG, WebP, TIFF, AVIF or GIF, up to 16 megapixels and 10 MB; larger ones can be made to fit.',
  dropStrip: 'Drop or paste photos anywhere on this window.',
  pasted: 'Pasted photo {when}',
  saveAll: 'Save all',
  listLabel: 'Photos',
  all: 'Everything is in the library',
  privacy: 'Your photos stay on this computer: the service that restores them runs here, without an account.',
} as const

/** The words of a restored photo. */
export const enPhoto = {
  title: 'Photo',
  loading: 'Opening the photo',
  broken: 'The photo cannot be shown here. Saving it may still work.',
  before: 'Before',
  after: 'After',
  viewer: 'Before and after',
  line: 'Line between before and after',
  lineAt: '{percent} of the photo as it was',
  flip: 'Before or after',
  zoom: 'Zoom',
  zoomPercent: '{percent} %',
  fit: 'Whole photo',
  actual: 'Actual size',
  closer: 'Closer',
  farther: 'Farther',
  previous: 'Previous photo',
  next: 'Next photo',
  save: 'Save',
  saveAs: 'Save as',
  format: 'Format',
  formats: { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' },
  quality: 'Quality',
  keepLocation: 'Keep the place where it was taken',
  saveNote: 'The date and the colours stay as they are.',
  saving: 'Making the file',
  sizes: '{width} × {height}, {size}',
} as const

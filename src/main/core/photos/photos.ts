import { PhonolensError } from '#shared/errors.ts'
import type { RestoredPhoto } from '#shared/task.ts'
import type { Library } from '../library/library.ts'
import { photoOf } from '../tasks/summary.ts'

/** @throws PhonolensError `not-found` where there is no such task, or nothing has come out of it yet */
export function getPhoto(library: Library, id: string): RestoredPhoto {
  const { id: taskId, photo } = library.finished(id, 'restore')
  if (photo?.after == null) throw new PhonolensError('not-found')
  return { taskId, before: photoOf(photo), after: photo.after, hasLocation: photo.hasLocation }
}

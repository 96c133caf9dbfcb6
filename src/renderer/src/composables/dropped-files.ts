import { kindOfName } from '../format/file-kind.ts'

/** Most files taken from one drop: a folder of files, not a disk. */
export const MAX_DROPPED_FILES = 500

/**
 * The files of a drop. Files dropped by themselves are taken as they are, whatever their name; of a folder only what
 * looks like something to work on. Has to be called while the drop event is handled: afterwards the list is empty.
 */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  const direct = [...transfer.files]
  if (!entries.some((entry) => entry.isDirectory)) return Promise.resolve(direct.slice(0, MAX_DROPPED_FILES))
  return readEntries(entries, direct)
}

async function readEntries(entries: FileSystemEntry[], direct: File[]): Promise<File[]> {
  const found: File[] = []
  for (const entry of entries) {
    if (entry.isDirectory) await readFolder(entry as FileSystemDirectoryEntry, found)
    // Folders are in `direct`, too, as files that cannot be read: only those named by a file entry are taken.
    else found.push(...direct.filter((file) => file.name === entry.name).slice(0, 1))
  }
  return found.slice(0, MAX_DROPPED_FILES)
}

async function readFolder(folder: FileSystemDirectoryEntry, found: File[]): Promise<void> {
  const reader = folder.createReader()
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0 || found.length >= MAX_DROPPED_FILES) return
    for (const entry of batch) {
      if (entry.isDirectory) await readFolder(entry as FileSystemDirectoryEntry, found)
      else if (kindOfName(entry.name)) found.push(await fileOf(entry as FileSystemFileEntry))
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

import type { MenuItemConstructorOptions } from 'electron'

/**
 * The application menu: what the systems expect for editing, zoom and windows. Keys of the pages themselves are theirs.
 *
 * @param packaged leaves the tools for developers out
 */
export function menuTemplate(platform: NodeJS.Platform, packaged: boolean): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  if (!packaged) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' })
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : [{ role: 'fileMenu' } as const]),
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ]
}

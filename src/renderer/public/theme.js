// Before the first frame, so that no page flashes in the wrong colours while the settings are on their way.
{
  const chosen = localStorage.getItem('phonolens-theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.add(dark ? 'dark' : 'light')
}

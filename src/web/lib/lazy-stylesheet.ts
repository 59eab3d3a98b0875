/**
 * Where the styles of the signed-in screens stand. A public page carries its own styles only and names the sheet with the
 * rest; a signed-in page carries all of them, and there is no more.
 */
export function lazyStylesheet(): string | undefined {
  return document.getElementById('styles')?.dataset['more'];
}

let loading: Promise<void> | undefined;

/** For the loader of signed-in screens: they are shown once their styles are there. */
export function loadLazyStylesheet(): Promise<void> {
  const address = lazyStylesheet();
  if (address === undefined || address === '') return Promise.resolve();
  loading ??= new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => resolve());
    // A plain screen serves its reader better than none; the next navigation tries again.
    link.addEventListener('error', () => {
      loading = undefined;
      link.remove();
      resolve();
    });
    document.head.append(link);
  });
  return loading;
}

/**
 * The address of the stylesheet of signed-in screens. Public pages inline only their own styles and name it; signed-in
 * pages inline everything and name none.
 */
export function lazyStylesheet(): string | undefined {
  return document.getElementById('styles')?.dataset['lazyStylesheet'];
}

let loading: Promise<void> | undefined;

/** Loads the stylesheet of signed-in screens, for their loader: they render once it has loaded. */
export function loadLazyStylesheet(): Promise<void> {
  const address = lazyStylesheet();
  if (address === undefined || address === '') return Promise.resolve();
  loading ??= new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => resolve());
    // An unstyled screen is better than none; the next navigation retries.
    link.addEventListener('error', () => {
      loading = undefined;
      link.remove();
      resolve();
    });
    document.head.append(link);
  });
  return loading;
}

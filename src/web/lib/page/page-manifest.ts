import { useEffect } from 'react';
import { appFiles } from '#contract/screens';
import { whenIdle } from './page-idle.ts';

async function nameManifest(): Promise<void> {
  await whenIdle();
  if (document.head.querySelector('link[rel="manifest"]') !== null) return;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = appFiles.manifest;
  document.head.append(link);
}

/**
 * When idle: the browser would fetch manifest and icon before the page's scripts. Without scripts the page
 * names it.
 */
export function useManifest(): void {
  useEffect(() => {
    void nameManifest();
  }, []);
}

import { createContext, use, useState } from 'react';
import { Links, UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';
import { offlineError } from '../calls/call-error.ts';

/** The rules of public screens, for a page that includes them; null for one that links the whole sheet. */
export const InlineStylesContext = createContext<string | null>(null);

const elementId = 'styles';

/**
 * Public pages, compressed once for many readers, include the rules of public screens, and come with their first words in
 * one flight. Others link the portal's one style sheet. It has the rules of all screens, so that navigation waits for none.
 */
export function PageStyles() {
  const given = use(InlineStylesContext);
  const whole = use(FrameworkContext)?.manifest.routes['root']?.css?.[0];
  const [inline] = useState(() =>
    import.meta.env.SSR ? given : (document.getElementById(elementId)?.textContent ?? null),
  );
  return inline === null ? (
    <Links />
  ) : (
    <style id={elementId} data-whole={whole} dangerouslySetInnerHTML={{ __html: inline }} />
  );
}

let loading: { link: HTMLLinkElement; loaded: Promise<void> } | null = null;

/**
 * Before anything is shown that is no public screen.
 * @throws CallError `offline`; the next call tries again
 */
export async function loadWholeStyles(): Promise<void> {
  const included = document.getElementById(elementId);
  if (included === null) return;
  if (loading?.link.isConnected !== true) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = included.dataset['whole'] ?? '';
    const loaded = new Promise<void>((resolve, reject) => {
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => {
        link.remove();
        reject(offlineError());
      });
    });
    // The academy's own colours come after it.
    included.after(link);
    loading = { link, loaded };
  }
  return loading.loaded;
}

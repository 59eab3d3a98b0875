import { createContext, use, useState } from 'react';
import { Links } from 'react-router';

/** The sheet's text for a page that includes it; null for one that links it. */
export const InlineStylesContext = createContext<string | null>(null);

const elementId = 'styles';

/**
 * The portal's one style sheet. Public pages, compressed once for many readers, include it; others link it
 * and stay small. It has the rules of all screens, so that navigation waits for none.
 */
export function PageStyles() {
  const given = use(InlineStylesContext);
  const [inline] = useState(() =>
    import.meta.env.SSR ? given : (document.getElementById(elementId)?.textContent ?? null),
  );
  return inline === null ? <Links /> : <style id={elementId} dangerouslySetInnerHTML={{ __html: inline }} />;
}

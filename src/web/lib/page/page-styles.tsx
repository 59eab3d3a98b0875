import { createContext, use, useState } from 'react';
import { Links } from 'react-router';

/** On the server the style sheet's text, for a page that brings it along; null for one that only names it. */
export const InlineStylesContext = createContext<string | null>(null);

const elementId = 'styles';

/**
 * The portal's one style sheet. A page that is compressed once, for many readers, has it inside and paints without
 * asking for more; one that is made for its reader stays small and names the file, which the browser keeps. Either holds
 * the rules of all screens, so that navigation inside the browser waits for none.
 */
export function PageStyles() {
  const given = use(InlineStylesContext);
  const [inline] = useState(() =>
    import.meta.env.SSR ? given : (document.getElementById(elementId)?.textContent ?? null),
  );
  return inline === null ? <Links /> : <style id={elementId} dangerouslySetInnerHTML={{ __html: inline }} />;
}

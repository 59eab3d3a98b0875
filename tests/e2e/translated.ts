import { expect, type Page } from '@playwright/test';

/**
 * Translates each page as Chrome does: each text node is replaced by `<font><font>` with another one, and so is each that
 * comes later. The words stay, so that the steps of other journeys find them.
 * @param begins when the page is hydrated, as on most devices, or `parsed`: before its script
 */
export async function translatePages(page: Page, begins: 'hydrated' | 'parsed' = 'hydrated'): Promise<void> {
  await page.addInitScript((waitsFor) => {
    const untranslated = 'script, style, noscript, textarea, title, font';
    const textsOf = (root: Node): Text[] => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = root instanceof Text ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      return found.filter(
        (text) => text.data.trim() !== '' && text.parentElement?.closest(untranslated) === null,
      );
    };
    const translate = (root: Node): void => {
      for (const text of textsOf(root)) {
        const inner = document.createElement('font');
        inner.append(text.data);
        const outer = document.createElement('font');
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    /** The props that React gave to an element at hydration. */
    const propsOf = (element: Element): { dangerouslySetInnerHTML?: unknown } | undefined => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'));
      return key === undefined ? undefined : Reflect.get(element, key);
    };
    const isHydrated = (element: Element | null): boolean => {
      for (let owner = element; owner !== null; owner = owner.parentElement) {
        const props = propsOf(owner);
        if (props !== undefined) return owner === element || props.dangerouslySetInnerHTML !== undefined;
      }
      return false;
    };
    /** Parts that stream are hydrated later than the screen: every text, once the last one is there. */
    const isWholeHydrated = () =>
      document.readyState === 'complete' &&
      isHydrated(document.documentElement) &&
      textsOf(document.body).every(({ parentElement }) => isHydrated(parentElement));
    const isReady = () => (waitsFor === 'parsed' ? document.readyState !== 'loading' : isWholeHydrated());
    const waiting = new Set<Node>();
    const flush = (): void => {
      if (!isReady()) return void setTimeout(flush, 20);
      for (const node of waiting) if (node.isConnected) translate(node);
      waiting.clear();
    };
    const begin = (): void => {
      if (!isReady()) return void setTimeout(begin, 20);
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) waiting.add(node);
        flush();
      }).observe(document.body, { childList: true, subtree: true });
      document.documentElement.dataset['translated'] = '';
    };
    begin();
  }, begins);
}

/** Waits until the page in the window is translated. */
export async function translated(page: Page): Promise<void> {
  await expect(page.locator('html[data-translated]')).toBeAttached();
}

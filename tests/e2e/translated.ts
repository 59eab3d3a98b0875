import { expect, type Page } from '@playwright/test';

/**
 * Translates each page as Chrome does: once it is hydrated each text node is replaced by `<font><font>` with another one,
 * and so is each that comes later. The words stay, so that the steps of other journeys find them.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const untranslated = 'script, style, noscript, textarea, title, font';
    const translate = (root: Node): void => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = root instanceof Text ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        if (text.data.trim() === '' || text.parentElement?.closest(untranslated) !== null) continue;
        const inner = document.createElement('font');
        inner.append(text.data);
        const outer = document.createElement('font');
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const isHydrated = (): boolean => {
      const heading = document.querySelector('main h1');
      const owned = heading?.closest('article') ?? heading;
      // Parts that stream are hydrated later than the screen.
      const parts = [owned, ...document.querySelectorAll('main :is(article, form, section, button, input)')];
      return parts.every((part) => Object.keys(part ?? {}).some((key) => key.startsWith('__reactProps')));
    };
    const waiting = new Set<Node>();
    const flush = (): void => {
      if (!isHydrated()) return void setTimeout(flush, 20);
      for (const node of waiting) if (node.isConnected) translate(node);
      waiting.clear();
    };
    const begin = (): void => {
      if (!isHydrated()) return void setTimeout(begin, 20);
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) waiting.add(node);
        flush();
      }).observe(document.body, { childList: true, subtree: true });
      document.documentElement.dataset['translated'] = '';
    };
    begin();
  });
}

/** Waits until the page in the window is translated. */
export async function translated(page: Page): Promise<void> {
  await expect(page.locator('html[data-translated]')).toBeAttached();
}

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
    const begin = (): void => {
      const heading = document.querySelector('main h1');
      const owned = heading?.closest('article') ?? heading;
      // Parts that stream are hydrated later than the screen.
      const parts = [owned, ...document.querySelectorAll('main :is(form, section, button, input)')];
      if (!parts.every((part) => Object.keys(part ?? {}).some((key) => key.startsWith('__reactProps')))) {
        setTimeout(begin, 20);
        return;
      }
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) if (node.isConnected) translate(node);
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

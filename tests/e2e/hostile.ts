import { expect, type Page } from '@playwright/test';

/** What somebody could write who means harm; none of it may become an element, run, or be a link. */
export const hostile = [
  '<img src=x onerror="window.harmed = 1">',
  '<script>window.harmed = 2</script>',
  '</script><script>window.harmed = 3</script>',
  '<a href="javascript:window.harmed = 4">press</a>',
  'javascript:window.harmed=5//',
  '<svg onload="window.harmed = 6">',
  '"><iframe srcdoc="<script>parent.harmed = 7</script>">',
];
export const evil = hostile.join(' ');
export const evilLinks = [
  ...hostile,
  'https://git.example.test/good?a=1&b="2"',
  'data:text/html,<script>window.harmed=8</script>',
  'http://plain.example.test/',
  'ftp://files.example.test/',
].join('\n');

/** The same as Markdown that is rendered, with one link that may be there. */
export const evilMarkdown = [
  '*rendered* [a good one](https://good.example.test/md) [a](javascript:window.harmed=21) [b](data:text/html,x "t")',
  '![picture](https://elsewhere.example.test/pixel.png) [c](/logout) <javascript:window.harmed=22>',
  ...hostile,
  '[d]: javascript:window.harmed=23\n\n[d]',
  '```html " onclick="window.harmed=24\n<img src="window.harmed=25" onerror=window.harmed=26>\n```',
].join('\n\n');

/** Collects what the policy forbade, also inside a page that goes away. */
export async function listenForViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('tellViolation', (words: string) => violations.push(words));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation: (words: string) => void };
      tellViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  return violations;
}

/** No element came of the hostile texts, nothing has run, and every link is safe. */
export async function expectHarmless(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(() => ({
    harmed: (window as unknown as { harmed?: number }).harmed,
    elements: document.querySelectorAll('img[src="x"], [onerror], [onload], iframe[srcdoc]').length,
    scripts: [...document.scripts].filter(
      // The page's data is a string in a script of the router.
      ({ text }) => !text.startsWith('window.__reactRouterContext') && text.includes('harmed'),
    ).length,
    links: [...document.querySelectorAll('a')]
      .filter((link) => !/^https?:$/.test(link.protocol))
      .map((link) => link.outerHTML),
    foreign: [...document.querySelectorAll('a')]
      .filter((link) => link.origin !== location.origin && link.rel !== 'noopener noreferrer')
      .map((link) => link.outerHTML),
  }));
  expect(found, what).toEqual({ harmed: undefined, elements: 0, scripts: 0, links: [], foreign: [] });
}

export async function expectText(page: Page, text: string, what: string): Promise<void> {
  const shown = page.getByRole('main').getByText(text).first();
  await expect(shown, `${what}: the text itself`).toBeAttached();
}

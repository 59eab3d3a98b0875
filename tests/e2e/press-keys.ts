import { expect, type Locator, type Page } from '@playwright/test';

/** What marks the focus for the eye: an outline, or a shadow. */
function looksOf(what: Locator): Promise<{ outline: string; shadow: string }> {
  return what.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    return {
      outline: isOutlined ? `${outlineWidth} ${outlineColor}` : '',
      shadow: boxShadow === 'none' ? '' : boxShadow,
    };
  });
}

/** Pixels of an outline that boxes around its element cut off. */
function clippedOf(what: Locator): Promise<number> {
  return what.evaluate((element) => {
    const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(element);
    if (outlineStyle === 'none') return 0;
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const inner = element.getBoundingClientRect();
    let clipped = 0;
    for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      const { left, top } = box.getBoundingClientRect();
      const [startX, startY] = [left + box.clientLeft, top + box.clientTop];
      const beyondX = [startX - inner.left, inner.right - startX - box.clientWidth];
      const beyondY = [startY - inner.top, inner.bottom - startY - box.clientHeight];
      const beyond = [
        ...(overflowX === 'visible' ? [] : beyondX),
        ...(overflowY === 'visible' ? [] : beyondY),
      ];
      clipped = Math.max(clipped, ...beyond.map((by) => Math.round(by + reach)));
      if (position === 'fixed') break;
    }
    return clipped;
  });
}

/** Expects that whoever looks at the page sees where the focus is. */
export async function expectVisibleFocus(what: Locator): Promise<void> {
  await expect(what).toBeFocused();
  await expect(what).toBeInViewport();
  await expect
    .poll(
      async () => {
        const { outline, shadow } = await looksOf(what);
        return outline !== '' || shadow !== '';
      },
      `a visible focus on ${String(what)}`,
    )
    .toBe(true);
  expect(await clippedOf(what), `px of the focus ring of ${String(what)} are cut off`).toBeLessThan(1);
}

/** Presses Tab (or Shift+Tab) until something has the focus, and expects to see it there. */
export async function tabTo(page: Page, what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(what).toBeVisible();
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press(key);
    const isFocused = await what
      .first()
      .evaluate((element) => element === document.activeElement, undefined, { timeout: 20_000 });
    if (isFocused) return expectVisibleFocus(what);
  }
  throw new Error(`The keyboard does not reach ${String(what)}`);
}

/** Goes to something by Tab and presses a key on it. */
export async function pressOn(page: Page, what: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, what);
  await page.keyboard.press(key);
}

/** Goes to a field by Tab and types. */
export async function typeInto(page: Page, what: Locator, text: string): Promise<void> {
  await tabTo(page, what);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await expect(what).toHaveValue(text);
}

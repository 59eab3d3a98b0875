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

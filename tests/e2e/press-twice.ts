import { expect, type Locator, type Page } from '@playwright/test';

type Place = { x: number; y: number };

/**
 * Presses at a place as a mouse does, at a time of the test's own: the second half of a double press then is one however long
 * the page took to change in between, and hits what has come under the finger meanwhile.
 */
async function pressAt(page: Page, { x, y }: Place, at: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const mouse = { x, y, button: 'left', clickCount: 1 } as const;
  await session.send('Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed', timestamp: at });
  await session.send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased', timestamp: at + 0.03 });
  await session.detach();
}

async function placeOf(button: Locator): Promise<Place> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error('There is nothing to press.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Presses a button twice at one place.
 * @param gapMs between the two presses
 * @param between what is waited for before the second one
 */
export async function pressTwice(
  page: Page,
  button: Locator,
  gapMs: number,
  between: () => Promise<unknown>,
): Promise<void> {
  const place = await placeOf(button);
  const at = Date.now() / 1000;
  await pressAt(page, place, at);
  await between();
  await pressAt(page, place, at + gapMs / 1000);
}

/** Where a button stands in the window. */
export async function boxOf(button: Locator) {
  const box = await button.boundingBox();
  expect(box, 'the button is there').not.toBeNull();
  return box;
}

import { expect, type Page } from '@playwright/test';

type Sent = { name: string; mimeType: string; buffer: Buffer };

/** A picture of a screen, drawn by the browser. */
export async function drawPicture(page: Page, name: string, width = 900, height = 500): Promise<Sent> {
  const bytes = await page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const on = canvas.getContext('2d') as CanvasRenderingContext2D;
      on.fillStyle = '#20242c';
      on.fillRect(0, 0, w, h);
      on.fillStyle = '#ff8f70';
      on.font = '28px monospace';
      on.fillText('Error: listen EADDRINUSE: address already in use', 40, 80);
      on.fillStyle = '#9fd49f';
      on.fillText('    at Server.setupListenHandle (node:net:1817:16)', 40, 130);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes, 'base64') };
}

/** Attaches files to the question that is being written. */
export async function attachToQuestion(page: Page, ...files: Sent[]): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByLabel('Ask the batch') });
  await form.getByLabel('Attach files').setInputFiles(files);
}

/** Pastes a file into a field, as a press of the keys for it does. */
export async function pasteFile(page: Page, label: string, { name, mimeType, buffer }: Sent): Promise<void> {
  await page
    .getByLabel(label)
    .first()
    .evaluate(
      (field, [title, type, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], title, { type }));
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [name, mimeType, buffer.toString('base64')] as const,
    );
}

/** A question with a picture and a log, posted. */
export async function attachAndPost(page: Page): Promise<void> {
  const field = page.getByLabel('Ask the batch');
  await field.fill('My server does not start, it says this:');
  await pasteFile(page, 'Ask the batch', await drawPicture(page, 'screen.png'));
  await expect(page.getByRole('img', { name: 'screen.png' })).toBeVisible();
  await expect(field).toHaveValue('My server does not start, it says this:');
  const log = { name: 'server.log', mimeType: 'text/plain', buffer: Buffer.from('EADDRINUSE\n'.repeat(200)) };
  await attachToQuestion(page, log);
  await expect(page.getByRole('button', { name: 'Remove: server.log' })).toBeVisible();
  await page.getByRole('button', { name: 'Post Query' }).click();
  const picture = page.getByRole('article').getByRole('img', { name: 'screen.png' });
  await expect(picture).toBeVisible();
  // The posted question replaces the waiting one, with an element of its own for the picture.
  await expect(page.getByText('Sending…')).toHaveCount(0);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(900);
}

import { syncTag } from '#web/lib/stored-names/offline';
import { signInAs } from './demo.ts';
import { startNetworkProxy } from './network-proxy.ts';
import { openBrowser, told } from './outbox-steps.ts';
import { expect, test } from './portal.ts';
import { fillInRecording, megabyte, sha256 } from './submission-steps.ts';

test.use({ seed: 'demo' });

test('a large file goes from the service worker when no page is open, on from where the line was cut', async ({
  portal,
  launchOptions,
}, info) => {
  const network = await startNetworkProxy(portal.url);
  const options = { ...launchOptions, serviceWorkers: 'allow', baseURL: network.url };
  const [browser, page] = await openBrowser(portal, info.outputPath('profile'), options);
  await signInAs(portal, page, 'week2');
  const bytes = await fillInRecording(page, info, 10);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const devTools = await browser.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${network.url}/`);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const syncs = () =>
    devTools.send('ServiceWorker.dispatchSyncEvent', {
      origin: network.url,
      registrationId,
      tag: syncTag,
      lastChance: true,
    });
  network.cut();
  await browser.setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByText(
      /^Your (work|mark|post|request|change) is saved on this device and will be sent automatically/,
    ),
  ).toBeVisible();
  await page.goto('about:blank');
  await browser.setOffline(false);

  const { reader } = portal.context.database;
  const uploads = () => reader.selectFrom('uploads').select(['id', 'arrived_bytes']).execute();
  network.limit(8 * megabyte);
  network.restore();
  await syncs();
  await expect.poll(network.received, { intervals: [20] }).toBeGreaterThan(5 * megabyte);
  network.cut();
  const [begun, ...others] = await uploads();
  expect(others).toEqual([]);
  await expect.poll(async () => (await uploads())[0]?.arrived_bytes).toBeGreaterThan(0);

  network.limit(Infinity);
  network.restore();
  const before = network.received();
  await syncs();
  const sent = () =>
    reader
      .selectFrom('submissions')
      .where('comments', '=', 'A recording of what works.')
      .select(['task', 'version', 'upload_id', 'file_sha256'])
      .execute();
  const once = [{ task: 'week-2', version: 1, upload_id: begun?.id, file_sha256: sha256(bytes) }];
  await expect.poll(sent).toEqual(once);
  expect(network.received() - before, 'it did not begin anew').toBeLessThan(bytes.length - megabyte);
  await page.goto(`${network.url}/StudentDashboard`);
  await told(page, 'Submitted: week 2.');
  expect(await sent()).toEqual(once);
  await browser.close();
  await network.stop();
});

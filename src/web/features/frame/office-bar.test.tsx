import { noPublicUrl } from '#contract/people/no-public-url';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithRouter } from '#support/render-screen';
import { defaultSite, SiteContext } from '../../lib/page/site.ts';
import { OfficeBar } from './office-bar.tsx';
import { officePlaces } from './office-places.ts';

const open = (hasAddress: boolean, at: string) =>
  renderWithRouter(
    <SiteContext value={{ ...defaultSite, hasAddress }}>
      <OfficeBar />
    </SiteContext>,
    at,
  );

it.each(officePlaces.map(({ to }) => to))(
  '%s says that the portal does not know its own address',
  async (to) => {
    await open(false, to);
    expect(screen.getByText(noPublicUrl)).toBeTruthy();
  },
);

it('says nothing of it where it knows it, nor outside of the office', async () => {
  const { unmount } = await open(true, '/staff/people');
  expect(screen.queryByText(noPublicUrl)).toBeNull();
  unmount();
  await open(false, '/staff');
  expect(screen.queryByText(noPublicUrl)).toBeNull();
});

it.each([undefined, true] as const)(
  'has a place for the sample only while that is there: %s',
  async (hasSample) => {
    await renderWithRouter(
      <SiteContext value={{ ...defaultSite, ...(hasSample && { hasSample }) }}>
        <OfficeBar />
      </SiteContext>,
      '/staff/people',
    );
    expect(screen.queryAllByRole('link', { name: 'Sample' })).toHaveLength(hasSample === true ? 1 : 0);
    expect(screen.getAllByRole('link', { name: 'Consent' })).toHaveLength(1);
  },
);

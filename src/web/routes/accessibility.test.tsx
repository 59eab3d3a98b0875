import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithRouter } from '#support/render-screen';
import { defaultSite, SiteContext } from '../lib/page/site.ts';
import { PublicFooter } from '../features/frame/public-footer.tsx';
import Accessibility from './accessibility.tsx';

const render = (officeContact: string | null, name = 'Nila Institute') =>
  renderWithRouter(
    <SiteContext value={{ ...defaultSite, academy: { ...defaultSite.academy, name }, officeContact }}>
      <Accessibility />
    </SiteContext>,
  );

it('names the goal, what was checked, what is not accessible, and the academy’s contact', async () => {
  await render('mailto:office@nila.test');
  expect(
    screen.getByText(/^Nila Institute wants every student.*\(WCAG\) 2\.2, level AA\..*in part/),
  ).toBeTruthy();
  const headings = screen
    .getAllByRole('heading')
    .map(({ tagName, textContent }) => `${tagName} ${textContent}`);
  expect(headings).toEqual(['H1 Accessibility', 'H2 Checks', 'H2 Known exceptions', 'H2 Contact']);
  const [checks, exceptions] = screen.getAllByRole('list');
  for (const list of [checks, exceptions])
    expect(within(list as HTMLElement).getAllByRole('listitem').length).toBeGreaterThan(3);
  expect(screen.getByText(/Nobody outside has audited the portal/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'office@nila.test' }).getAttribute('href')).toBe(
    'mailto:office@nila.test',
  );
});

it('without a contact it says that the office is to be told', async () => {
  await render(null);
  expect(screen.getByText(/^Tell the office if something does not work/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('is linked at the foot of public pages', async () => {
  await renderWithRouter(<PublicFooter />);
  expect(screen.getByRole('link', { name: 'Accessibility' }).getAttribute('href')).toBe('/accessibility');
});

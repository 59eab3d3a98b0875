import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '#contract/all-paths';
import { signedInScreens } from '#contract/signed-in-screens';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { officePlaceOf } from '../features/frame/office-places.ts';

/** A screen of the office, by construction: one below a place of its bar. */
const office = signedInScreens.filter(({ pattern }) => officePlaceOf(pattern) !== undefined);

it('there are such screens', () => expect(office.length).toBeGreaterThan(14));

it.each(office.map(({ pattern, route }) => [pattern, route]))(
  '%s tells mentors and students in the same words whose it is, and asks for nothing',
  async (path, route) => {
    const module = (await import(`./${route}.tsx`)) as Parameters<typeof renderScreen>[0];
    for (const [user, way] of [
      [mentor, 'Go to the submissions'],
      [student, 'Go to your dashboard'],
    ] as const) {
      const api = mockApi();
      const { unmount } = await renderScreen(module, { path, at: path.replaceAll(/:\w+/g, 'x'), user });
      await screen.findByRole('heading', { name: 'This page is for the office' });
      expect(screen.getByRole('link', { name: way })).toBeTruthy();
      expect(screen.getByText(/Only administrators can open this page\.$/).textContent).toContain(
        user.s_name,
      );
      expect(api.requests.filter(({ name }) => paths[name].path.startsWith('/api/staff'))).toEqual([]);
      unmount();
    }
  },
);

import { onTestFinished } from 'vitest';
import { fillPath } from '#contract/fill-path';
import { signedInScreens } from '#contract/signed-in-screens';
import { buildApp } from '#server/app';
import { webBuild } from '#support/web-build';
import type { FuzzFixture } from '../../api/fuzz/fixtures.ts';
import { accountAs } from './rows.ts';

type Reader = 'student' | 'mentor' | 'administrator';

/** By pattern: what its parameters name, where a call's parameter of that name is something else. */
const namedBy: Readonly<Record<string, string>> = {
  '/projectDetails/:id': 'p_id',
  '/projectOverview/:id': 'p_id',
  '/staff/projects/:id/rubric': 'p_id',
  '/staff/intake/:id': 'readImport.id',
};

/** The address of each screen of somebody who is signed in. */
export function pagesOf({ known, own }: FuzzFixture, role: Reader): string[] {
  return signedInScreens.map(({ pattern }) =>
    fillPath(pattern, {
      s_id: own.student,
      batch: role === 'student' ? own.student : String(known['batch']?.[0]),
      course: String(known['course']?.[0]),
      p_id: String(known['p_id']?.[0]),
      id: String(known[namedBy[pattern] ?? 'id']?.[0]),
    }),
  );
}

export type ReadPage = (at: number) => Promise<{ status: number }>;

/** The portal with its pages. While texts were stored, each change would have rendered all public ones. */
export async function servePages(fixture: FuzzFixture): Promise<(role: Reader) => Promise<ReadPage>> {
  const server = await buildApp(fixture.app.context, { pages: webBuild() });
  onTestFinished(() => server.close());
  return async (role) => {
    const cookie = await fixture.app.cookieOf(await accountAs(fixture, role));
    const pages = pagesOf(fixture, role);
    return async (at) => {
      const { statusCode: status } = await server.inject({ url: pages[at] as string, headers: { cookie } });
      return { status };
    };
  };
}

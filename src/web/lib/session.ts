import { redirect } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { safeNext } from '#contract/screens';
import { initialData } from './initial-data.ts';
import { call } from './client.ts';

/** Whoever is signed in; undefined until asked. */
let known: CurrentUser | null | undefined = initialData.session?.student;

/** Who is signed in, from the page or from the server; null for nobody. */
export async function readSession(): Promise<CurrentUser | null> {
  if (known === undefined) known = (await call('readSession')).student;
  return known;
}

/** Remembers who has just logged in, or with null that nobody is. */
export function rememberSession(student: CurrentUser | null): void {
  known = student;
}

/** Ends the session on the server. @throws CallError when the server could not be told */
export async function signOut(): Promise<void> {
  await call('logOut');
  known = null;
}

/** The way to the login which comes back to where the visitor wanted to be. */
export function loginAddress(wanted: string): string {
  const next = safeNext(wanted);
  return next === null ? '/login' : `/login?next=${encodeURIComponent(next)}`;
}

function wantedOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** For loaders: whoever is signed in, else to the login and back. */
export async function requireSignedIn(request: Request): Promise<CurrentUser> {
  const student = await readSession();
  if (student === null) throw redirect(loginAddress(wantedOf(request)));
  return student;
}

import { useRouteLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { CountOfPage } from '../lib/unread-questions.ts';

/** What the frame of signed-in screens has loaded: who is signed in, and what the page that the server sent says of their forum. */
export type FrameData = { user: CurrentUser; forum: CountOfPage | null };

/** What the frame around a screen has loaded; undefined on public screens, and where nobody is signed in. */
export const useFrameData = (): FrameData | undefined =>
  useRouteLoaderData<FrameData>('routes/signed-in-frame');

import { useRouteLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { SeeAs } from '#contract/progress/see-as';
import type { CountOfPage } from '../lib/unread-questions.ts';

/**
 * The signed-in user, and the server-rendered unread state of the forum. `seeAs`: staff look at the user's screen.
 * `notice`: what a form posted without script has done.
 */
export type FrameData = { user: CurrentUser; forum: CountOfPage | null; seeAs?: SeeAs; notice?: string };

/** undefined on public screens and without a user. */
export const useFrameData = (): FrameData | undefined =>
  useRouteLoaderData<FrameData>('routes/signed-in-frame');

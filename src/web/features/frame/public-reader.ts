import { useRouteLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';

export function usePublicReader(): CurrentUser | null {
  return useRouteLoaderData<CurrentUser | null>('routes/public-frame') ?? null;
}

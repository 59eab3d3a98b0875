import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { forgetParameter } from './replace-parameter.ts';

/**
 * Takes a one-time link's token out of the address bar and the history, also out of the address that a login goes on to. The screen
 * still has it from the router; a refused form brings it back.
 */
export function useSecretToken(): void {
  const place = useLocation();
  useEffect(() => {
    const search = new URLSearchParams(place.search);
    if (search.has('token')) forgetParameter('token');
    if (/[?&]token=/.test(search.get('next') ?? '')) forgetParameter('next');
  }, [place]);
}

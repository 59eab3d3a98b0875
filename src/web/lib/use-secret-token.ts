import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { forgetParameter } from './replace-parameter.ts';

/**
 * Removes a one-time link's token from address bar, history and the login's return address. The screen has it
 * from the router; a refused form brings it back.
 */
export function useSecretToken(): void {
  const place = useLocation();
  useEffect(() => {
    const search = new URLSearchParams(place.search);
    if (search.has('token')) forgetParameter('token');
    if (/[?&]token=/.test(search.get('next') ?? '')) forgetParameter('next');
  }, [place]);
}

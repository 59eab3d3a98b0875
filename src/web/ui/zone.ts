import { createContext, useContext } from 'react';

/** The time zone in which times are told: the academy's. The reader's own is added where it differs. */
export const ZoneContext = createContext('UTC');

export function useZone(): string {
  return useContext(ZoneContext);
}

import { createContext, useContext } from 'react';

/** The time zone of every displayed time: the academy's. */
export const ZoneContext = createContext('UTC');

export function useZone(): string {
  return useContext(ZoneContext);
}

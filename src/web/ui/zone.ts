import { createContext, useContext } from 'react';
import type { Zone } from './time-format.ts';

/** The time zone of every displayed time: the academy's. */
export const ZoneContext = createContext<Zone>({ name: 'UTC' });

export function useZone(): Zone {
  return useContext(ZoneContext);
}

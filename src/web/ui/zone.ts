import { createContext, useContext } from 'react';
import type { Zone } from './time-format.ts';

/** The academy's zone. */
export const ZoneContext = createContext<Zone>({ name: 'UTC' });

export function useZone(): Zone {
  return useContext(ZoneContext);
}

import { useSyncExternalStore } from 'react';

export type DeviceSwitch = { isOn: () => boolean; set: (isOn: boolean) => void; use: () => boolean };

/**
 * Remembered on this device. The server and the first paint show the default.
 * @param name in local storage
 */
export function deviceSwitch(name: string, isOnByDefault: boolean): DeviceSwitch {
  const listeners = new Set<() => void>();
  const changed = isOnByDefault ? 'off' : 'on';
  // Without storage it lasts as long as the page.
  let unstored: boolean | null = null;
  const isOn = (): boolean => {
    if (unstored !== null) return unstored;
    try {
      return (localStorage.getItem(name) === changed) !== isOnByDefault;
    } catch {
      return isOnByDefault;
    }
  };
  const set = (value: boolean): void => {
    try {
      if (value === isOnByDefault) localStorage.removeItem(name);
      else localStorage.setItem(name, changed);
    } catch {
      unstored = value;
    }
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  };
  return { isOn, set, use: () => useSyncExternalStore(subscribe, isOn, () => isOnByDefault) };
}

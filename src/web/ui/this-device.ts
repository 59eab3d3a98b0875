/** In the browser only. */
export function thisDevice(): 'this phone' | 'this device' {
  return matchMedia('(pointer: coarse) and (max-width: 40rem)').matches ? 'this phone' : 'this device';
}

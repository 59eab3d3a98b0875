/** What to call the device: "phone" where it is held in a hand. In the browser only. */
export function thisDevice(): 'this phone' | 'this device' {
  return matchMedia('(pointer: coarse) and (max-width: 40rem)').matches ? 'this phone' : 'this device';
}

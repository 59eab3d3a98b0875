/** What no page of the portal, and nothing that it frames, uses of a device. */
const deniedFeatures =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment screen-wake-lock serial usb xr-spatial-tracking';
export const permissionsPolicy = deniedFeatures.replaceAll(' ', '=(), ') + '=()';

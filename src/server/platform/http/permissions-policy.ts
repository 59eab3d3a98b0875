/** Device features that no page of the portal, and no frame, may use. */
const deniedFeatures =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment screen-wake-lock serial usb xr-spatial-tracking';
export const permissionsPolicy = deniedFeatures.replaceAll(' ', '=(), ') + '=()';

/** A picture on the local web: 24 x 16 pixels, a PNG by an encoder that others wrote. */
export const PICTURE_URL = 'https://pictures.example/lantern.png'
export const PICTURE = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQBAMAAAD+CqKmAAAAMFBMVEX/12oSOmv00GrEsGqOjGr10Gpba2taaWtZaWtYaGvDr2rCrmuMimqQjmvzz2ryzmrTxZITAAAACXBIWXMAAAsTAAALEwEAmpwYAAAARklEQVQI12MQRAIM+DlipsGFcM4FBgYWGEeMAQgaoRxhEGchlCME4jxE5nxEVrYRyhEHcSbCjHZgYOCB2yOxSHsiEW6DAQAdVBGfnooiHQAAAABJRU5ErkJggg==',
    'base64',
  ),
)

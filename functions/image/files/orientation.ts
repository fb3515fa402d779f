import { ascii, viewOf } from '../../../shared/imaging/Still.ts'

/** The tag of TIFF and Exif that says how a picture is turned; 1 is upright, from 5 on its sides change places. */
const ORIENTATION = 0x0112
const SHORT = 3
const MAX_ENTRIES = 512

/** The orientation (1 to 8) in the TIFF structure of Exif; 1 where it says none, or is broken. */
export function readOrientation(tiff: Uint8Array): number {
  if (tiff.length < 14) return 1
  const order = ascii(tiff, 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const [view, isLittle] = [viewOf(tiff), order === 'II']
  const first = view.getUint32(4, isLittle)
  if (first + 2 > tiff.length) return 1
  const entries = Math.min(view.getUint16(first, isLittle), MAX_ENTRIES, Math.floor((tiff.length - first - 2) / 12))
  for (let i = 0; i < entries; i++) {
    const at = first + 2 + 12 * i
    if (view.getUint16(at, isLittle) !== ORIENTATION || view.getUint16(at + 2, isLittle) !== SHORT) continue
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** A TIFF structure that says the orientation and nothing else. */
export const orientationOnly = (value: number): Uint8Array =>
  Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0)

/** Width and height as they are shown. */
export const turned = ([width, height]: readonly [number, number], orientation: number) =>
  orientation >= 5 ? { width: height, height: width } : { width, height }

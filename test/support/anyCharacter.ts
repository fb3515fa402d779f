import * as fc from 'fast-check'

/**
 * Any character: ASCII, of the first plane, or of any other. A unit of fast-check's own, such as `binary`, makes a table of all
 * characters first, which takes a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

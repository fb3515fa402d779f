import { type Hex, keccak256, stringToBytes } from 'viem'

/** The factory's key of a ticker: Keccak-256 of the ticker with A to Z in lower case. */
export const tickerHash = (ticker: string): Hex =>
  keccak256(stringToBytes(ticker.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))

/** Whether code is that of a contract: an account that delegates to one (EIP-7702) still has a key, and a first funder. */
export const isContractCode = (code: string): boolean => !/^0x(ef0100[0-9a-f]{40})?$/i.test(code)

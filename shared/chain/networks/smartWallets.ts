/** Factories of coinbase/smart-wallet, versions 1.1 and 1, on every chain. Their wallets take operations from EntryPoint 0.6. */
export const SMART_WALLET_FACTORIES = [
  '0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842',
  '0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a',
] as const

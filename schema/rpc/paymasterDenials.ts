/**
 * Why an operation is not sponsored, by the code with which the message of JSON-RPC error −32002 begins. The codes are stable;
 * docs/paymaster.md lists them.
 */
const TABLE = {
  // The operation itself.
  entry_point_not_allowed: 'this EntryPoint is not sponsored here; eth_supportedEntryPoints lists those that are',
  eip7702_not_supported: 'operations that carry an EIP-7702 authorization are not sponsored; send them without one',
  gas_too_high:
    'the gas limits of the operation (at EntryPoint 0.6 verificationGasLimit three times) add up to more than is sponsored; lower them',
  fee_too_high: 'maxFeePerGas is above what is sponsored, or below maxPriorityFeePerGas; lower it',
  // What it calls.
  call_not_supported:
    'callData must be a call of execute(address,uint256,bytes) or executeBatch((address,uint256,bytes)[])',
  call_not_canonical:
    'calldata is not the canonical ABI encoding of its function, without anything after it; encode it again',
  too_many_calls: 'at most 32 calls are sponsored in one operation; split it',
  value_not_sponsored: 'only calls that send no value are sponsored; set value to 0',
  mode_not_allowed: 'these calls together are none of the kinds that are sponsored here',
  // Who sends it.
  sender_not_deployed: 'sender has no code, and the operation does not deploy it; add its factory call',
  sender_already_deployed: 'sender has code already; leave out the factory call',
  sender_implementation_not_allowed: 'sender is not a proxy of a wallet implementation that is sponsored here',
  sender_entry_point_mismatch: 'the wallet of sender takes operations from another EntryPoint; send it there',
  sender_not_owned: 'the address that is signed in is not an owner of sender; sign in with an owner',
  factory_not_allowed:
    'the wallet factory is not one that is sponsored here, or its call is not createAccount(bytes[],uint256)',
  sender_address_mismatch:
    'the factory would deploy another address than sender; check owners and nonce of createAccount',
  sender_not_allowlisted:
    'neither the address that is signed in nor sender is on the list of creators; ask to be let in',
  // Withdrawals from vaults of earlier deployments.
  legacy_target_not_allowed: 'one contract cannot be the vault, the wrapper and a vesting at once; check the targets',
  legacy_function_not_sponsored: 'emergency functions of a vault are not sponsored here; pay for them yourself',
  legacy_receiver_mismatch: 'what is withdrawn must go to sender; set the receiver to it',
  legacy_owner_mismatch: 'only shares of sender are redeemed; set the owner to it',
  legacy_emergency_withdraw_recipient_mismatch: 'what is withdrawn must go to sender; set the recipient to it',
  legacy_vault_mismatch: 'all calls of one operation must concern one vault; split it',
  legacy_shareoft_mismatch: 'the vesting releases another token than the share token of the vault',
  legacy_vesting_not_deployed: 'there is no code at the vesting; check its address',
  legacy_vesting_beneficiary_mismatch: 'the vesting does not say that sender is its beneficiary',
  legacy_vault_not_deployed: 'there is no code at the vault; check its address',
  legacy_vault_asset_not_found: 'the vault does not answer asset(), so its creator token is not known',
  legacy_wrapper_not_deployed: 'there is no code at the wrapper; check its address',
  legacy_wrapper_vault_mismatch: 'the wrapper does not say that it belongs to this vault',
  legacy_wrapper_creator_token_mismatch: 'the wrapper does not say that it belongs to the creator token of this vault',
  legacy_wrapper_owner_mismatch: 'the wrapper is not owned by the deployment batcher',
  legacy_wrapper_shareoft_not_found: 'the wrapper does not answer shareOFT()',
  legacy_wrapper_shareoft_mismatch: 'the wrapper issues another share token than this vault was deployed with',
  legacy_shareoft_not_deployed: 'there is no share token at the address that wrapper or vesting name',
  legacy_shareoft_vault_mismatch: 'the share token does not say that it belongs to this vault',
  legacy_shareoft_owner_mismatch: 'the share token is not owned by the deployment batcher',
  legacy_vault_provenance_mismatch: 'the deployment batcher has not deployed this vault for sender',
  legacy_state_unavailable: 'the chain or the index of deployments cannot be read completely now; try again',
} as const satisfies Record<string, string>

export type DenialCode = keyof typeof TABLE

export const DENIALS: Readonly<Record<DenialCode, string>> = TABLE

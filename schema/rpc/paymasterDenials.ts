/**
 * Why an operation is not sponsored, by the code that starts the message of JSON-RPC error −32002. The codes are stable;
 * docs/paymaster.md lists them.
 */
const TABLE = {
  // The operation itself.
  entry_point_not_allowed: 'this EntryPoint is not sponsored; use one that eth_supportedEntryPoints lists',
  eip7702_not_supported: 'user operations with an EIP-7702 authorization are not sponsored; omit the authorization',
  gas_too_high:
    'the sum of the gas limits (for EntryPoint 0.6 verificationGasLimit counts three times) is above the sponsored maximum; lower them',
  fee_too_high:
    'maxFeePerGas is above the sponsored maximum, or below maxPriorityFeePerGas; lower maxFeePerGas or maxPriorityFeePerGas',
  // The calls.
  call_not_supported:
    'callData must be a call of execute(address,uint256,bytes) or executeBatch((address,uint256,bytes)[])',
  call_not_canonical:
    'calldata must be the canonical ABI encoding of its function with no bytes after it; encode it again',
  too_many_calls: 'at most 32 calls are sponsored in one user operation; split it',
  value_not_sponsored: 'calls with a value are not sponsored; set value to 0',
  mode_not_allowed:
    'all calls must be of one sponsored kind (agent registry, feedback or legacy withdrawal); check their targets and functions',
  // The sender.
  sender_not_deployed: 'sender has no code, and the user operation does not deploy it; add its factory call',
  sender_already_deployed: 'sender is already deployed; omit the factory call',
  sender_implementation_not_allowed: 'sender is not a proxy of a sponsored wallet implementation',
  sender_entry_point_mismatch:
    'the wallet at sender uses another EntryPoint; send the user operation to that EntryPoint',
  sender_not_owned: 'the signed-in address is not an owner of sender; sign in as an owner',
  factory_not_allowed: 'the wallet factory is not sponsored, or its call is not createAccount(bytes[],uint256)',
  sender_address_mismatch:
    'the factory would not deploy the wallet at sender; check the owners and the nonce of createAccount',
  sender_not_allowlisted:
    'neither the signed-in address nor sender is on the creator allowlist; request creator access',
  // Withdrawals from vaults of earlier deployments.
  legacy_target_not_allowed: 'the vault, the wrapper and the vestings must be different contracts; check the targets',
  legacy_function_not_sponsored: 'emergency functions of a vault are not sponsored; pay for this transaction yourself',
  legacy_receiver_mismatch: 'the receiver of a withdrawal must be sender; set the receiver to sender',
  legacy_owner_mismatch: 'the owner of redeemed shares must be sender; set the owner to sender',
  legacy_emergency_withdraw_recipient_mismatch:
    'the recipient of a withdrawal must be sender; set the recipient to sender',
  legacy_vault_mismatch: 'all calls of one user operation must be for one vault; split it',
  legacy_shareoft_mismatch: 'the vesting does not release the share token of this vault',
  legacy_vesting_not_deployed: 'there is no code at the vesting’s address; check it',
  legacy_vesting_beneficiary_mismatch: 'the beneficiary of the vesting is not sender, or cannot be read',
  legacy_vault_not_deployed: 'there is no code at the vault’s address; check it',
  legacy_vault_asset_not_found: 'asset() of the vault does not answer, so its creator coin is unknown',
  legacy_wrapper_not_deployed: 'there is no code at the wrapper’s address; check it',
  legacy_wrapper_vault_mismatch: 'the wrapper does not name this vault',
  legacy_wrapper_creator_token_mismatch: 'the wrapper does not name the creator coin of this vault',
  legacy_wrapper_owner_mismatch: 'the wrapper is not owned by the deployment batcher',
  legacy_wrapper_shareoft_not_found: 'shareOFT() of the wrapper does not answer',
  legacy_wrapper_shareoft_mismatch: 'the wrapper’s share token is not the one that was deployed with this vault',
  legacy_shareoft_not_deployed: 'there is no code at the share token that the wrapper or the vesting names',
  legacy_shareoft_vault_mismatch: 'the share token does not name this vault',
  legacy_shareoft_owner_mismatch: 'the share token is not owned by the deployment batcher',
  legacy_vault_provenance_mismatch: 'this vault was not deployed for sender by the deployment batcher',
  legacy_state_unavailable: 'the chain or the index of deployments cannot be fully read at the moment; try again',
} as const satisfies Record<string, string>

export type DenialCode = keyof typeof TABLE

export const DENIALS: Readonly<Record<DenialCode, string>> = TABLE

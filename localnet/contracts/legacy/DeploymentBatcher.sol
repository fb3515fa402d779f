// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {ShareToken} from "../token/ShareToken.sol";

/// @notice Plays the deployment batcher: the first phase of a deployment makes the vault of a creator token, its share token
/// and its wrapper from code that was agreed on, for whoever calls. Vaults are their owner's; wrapper and share token stay
/// the batcher's, which no phase here gives away.
contract DeploymentBatcher {
    struct Plan {
        address creatorToken;
        address owner;
        string name;
        string symbol;
    }

    struct Code {
        bytes vault;
        bytes shareToken;
        bytes wrapper;
    }

    /// @notice Hashes of the creation code that may be deployed, without constructor arguments.
    bytes32 public immutable vaultCodeId;
    bytes32 public immutable shareTokenCodeId;
    bytes32 public immutable wrapperCodeId;
    address public immutable oftBootstrapRegistry;

    event Phase1Deployed(
        address indexed creatorToken,
        address indexed owner,
        address oftBootstrapRegistry,
        address vault,
        address wrapper,
        address shareOFT
    );

    error NotOwner(address caller);
    error UnknownCode(bytes32 codeId);

    constructor(bytes32[3] memory codeIds, address oftBootstrapRegistry_) {
        (vaultCodeId, shareTokenCodeId, wrapperCodeId) = (codeIds[0], codeIds[1], codeIds[2]);
        oftBootstrapRegistry = oftBootstrapRegistry_;
    }

    function deployPhase1(Plan calldata plan, Code calldata code) external returns (address vault) {
        address owner = plan.owner;
        require(msg.sender == owner, NotOwner(msg.sender));
        bytes32 salt = keccak256(abi.encode(plan.creatorToken, owner));
        vault = _deploy(
            code.vault,
            vaultCodeId,
            abi.encode(plan.creatorToken, plan.name, plan.symbol, owner, 5),
            salt
        );
        bytes memory names = abi.encode(plan.name, plan.symbol, address(this));
        address shareToken = _deploy(code.shareToken, shareTokenCodeId, names, salt);
        bytes memory parts = abi.encode(vault, plan.creatorToken, shareToken, address(this));
        address wrapper = _deploy(code.wrapper, wrapperCodeId, parts, salt);
        ShareToken(shareToken).wire(vault, wrapper, address(0));
        emit Phase1Deployed(plan.creatorToken, owner, oftBootstrapRegistry, vault, wrapper, shareToken);
    }

    function _deploy(bytes calldata code, bytes32 codeId, bytes memory args, bytes32 salt) private returns (address) {
        require(keccak256(code) == codeId, UnknownCode(keccak256(code)));
        return Create2.deploy(0, salt, abi.encodePacked(code, args));
    }
}

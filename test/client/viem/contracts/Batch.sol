// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice What an account delegates to (EIP-7702) to make several calls in one transaction: all of them, or none.
contract Batch {
    struct Call {
        address to;
        bytes data;
        uint256 value;
    }

    function execute(Call[] calldata calls) external payable {
        require(msg.sender == address(this), "not the account itself");
        for (uint256 i = 0; i < calls.length; i++) {
            (bool succeeds, bytes memory returned) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (succeeds) continue;
            assembly {
                revert(add(returned, 32), mload(returned))
            }
        }
    }

    receive() external payable {}
}

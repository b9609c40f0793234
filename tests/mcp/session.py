# SPDX-License-Identifier: MIT
"""A session as it is meant to be: the official MCP client, the real gateway, the real sandbox, and a user who answers.

usage: session.py stdio | http | alone

Each line that it prints is a step; at the end the audit log has to tell the same story.  "alone" is stdio without a gateway.
"""

import os
import sys
import tempfile

import run as clients
import session_stories as stories
from session_agent import Agent
from session_audit import check_audit
from session_world import BUBBLES, World, harness

MODES = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}


class Agents:
    """Connects agents in one of the ways."""

    def __init__(self, node, world, kind, mode):
        self.node, self.world, self.kind, self.mode = node, world, kind, mode
        self.title = f"{kind}, {mode}"

    def __call__(self, bubble="coder"):
        loop, role = BUBBLES[bubble]
        board = "other" if bubble == "visitor" else "b"
        folder = self.world.elsewhere if loop == "c" else self.world.loop
        if self.kind == "http":
            token = self.world.make_token(bubble)
            options = {"url": f"http://127.0.0.1:{self.world.gateway.port}/mcp", "token": token}
        else:
            options = {
                "command": harness.CORDON, "env": self.world.environment(),
                "args": ["mcp", "--project", self.world.project, "--loop", folder, "--role", role,
                         "--board", board, "--name", bubble]}
        agent = Agent(self.node, clients.PACKAGES, f"{bubble} ({self.title})", bubble, board, {"mode": self.mode, **options})
        assert agent.revision == MODES[self.mode], agent.revision
        return agent


def tell_with_gateway(world, node, kind):
    world.start()
    world.add_bubbles()
    for mode in MODES:
        agents = Agents(node, world, kind, mode)
        for sandbox in ("off", "on"):
            world.set(sandbox=sandbox)
            stories.play(f"{agents.title}, sandbox {sandbox}", stories.EVERYWHERE, world, agents)
        stories.play(f"{agents.title}, the sandbox holds", stories.IN_THE_SANDBOX, world, agents)
    stories.play(f"{kind}, once", stories.ONCE, world, agents)
    check_audit(world)
    world.stop()


def tell_alone(world, node):
    # The settings are made by a gateway, and hold without it.
    world.start()
    world.add_bubbles()
    world.set(sandbox="on")
    world.stop()
    for mode in MODES:
        stories.play(f"without a gateway, {mode}", stories.ALONE, world, Agents(node, world, "alone", mode))


def tell(world, node, kind):
    if kind == "alone":
        tell_alone(world, node)
    else:
        tell_with_gateway(world, node, kind)
    check_audit(world)


def main():
    clients.need_packages()
    node = clients.find_node()
    harness.need_sandbox()
    clients.copy_scripts()
    with tempfile.TemporaryDirectory(prefix="cordon-session-") as folder:
        world = World(os.path.realpath(folder))
        try:
            tell(world, node, sys.argv[1])
        finally:
            if world.gateway is not None:
                world.gateway.stop()
    print(f"{stories.count} steps")
    return 0


if __name__ == "__main__":
    sys.exit(main())

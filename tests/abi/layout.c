/* SPDX-License-Identifier: MIT */
/* The layout of version 1.0 of the plug-in interface on 64-bit machines, member by member.  It never
 * changes: a later minor appends rows to a struct and raises its size, and touches nothing else. */
#include <cordon/backend.h>

_Static_assert(sizeof(void *) == 8, "this table is that of 64-bit machines");

#define SIZE(type, bytes) _Static_assert(sizeof(struct type) == (bytes), #type " changed its size")
#define AT(type, member, bytes)                                                                    \
    _Static_assert(offsetof(struct type, member) == (bytes), #type "." #member " moved")

AT(cordon_finding, struct_size, 0);
AT(cordon_finding, severity, 4);
AT(cordon_finding, code, 8);
AT(cordon_finding, guarantee, 16);
AT(cordon_finding, subject, 24);
SIZE(cordon_finding, 32);

AT(cordon_offer, struct_size, 0);
AT(cordon_offer, strength, 4);
AT(cordon_offer, guarantee, 8);
AT(cordon_offer, limits, 16);
SIZE(cordon_offer, 24);

AT(cordon_hint, struct_size, 0);
AT(cordon_hint, flags, 4);
AT(cordon_hint, title, 8);
AT(cordon_hint, detail, 16);
AT(cordon_hint, command, 24);
AT(cordon_hint, platform, 32);
AT(cordon_hint, url, 40);
SIZE(cordon_hint, 48);

AT(cordon_mount, struct_size, 0);
AT(cordon_mount, access, 4);
AT(cordon_mount, host_path, 8);
AT(cordon_mount, guest_path, 16);
AT(cordon_mount, kind, 24);
AT(cordon_mount, role, 28);
AT(cordon_mount, device, 32);
AT(cordon_mount, inode, 40);
SIZE(cordon_mount, 48);

AT(cordon_limits, struct_size, 0);
AT(cordon_limits, flags, 4);
AT(cordon_limits, processes, 8);
AT(cordon_limits, memory_bytes, 16);
AT(cordon_limits, open_files, 24);
AT(cordon_limits, scratch_bytes, 32);
SIZE(cordon_limits, 40);

AT(cordon_launch, struct_size, 0);
AT(cordon_launch, network, 4);
AT(cordon_launch, instance, 8);
AT(cordon_launch, argv, 16);
AT(cordon_launch, envp, 24);
AT(cordon_launch, cwd, 32);
AT(cordon_launch, mounts, 40);
AT(cordon_launch, guarantees, 48);
AT(cordon_launch, limits, 56);
SIZE(cordon_launch, 64);

AT(cordon_stdio, struct_size, 0);
AT(cordon_stdio, flags, 4);
AT(cordon_stdio, in, 8);
AT(cordon_stdio, out, 16);
AT(cordon_stdio, err, 24);
SIZE(cordon_stdio, 32);

AT(cordon_exit, struct_size, 0);
AT(cordon_exit, kind, 4);
AT(cordon_exit, code, 8);
SIZE(cordon_exit, 12);

AT(cordon_process, struct_size, 0);
AT(cordon_process, flags, 4);
AT(cordon_process, self, 8);
AT(cordon_process, pid, 16);
AT(cordon_process, wait_fd, 24);
AT(cordon_process, wait, 32);
AT(cordon_process, kill_tree, 40);
AT(cordon_process, release, 48);
SIZE(cordon_process, 56);

AT(cordon_host, struct_size, 0);
AT(cordon_host, abi_minor, 4);
AT(cordon_host, log, 8);
AT(cordon_host, extension, 16);
AT(cordon_host, remaining_ms, 24);
AT(cordon_host, cancel_fd, 32);
AT(cordon_host, fail, 40);
AT(cordon_host, fact, 48);
AT(cordon_host, put_finding, 56);
AT(cordon_host, put_offer, 64);
AT(cordon_host, put_hint, 72);
AT(cordon_host, put_arg, 80);
AT(cordon_host, put_env, 88);
AT(cordon_host, put_data, 96);
AT(cordon_host, put_path, 104);
AT(cordon_host, put_status, 112);
AT(cordon_host, put_teardown, 120);
AT(cordon_host, put_enforced, 128);
AT(cordon_host, may_start, 136);
SIZE(cordon_host, 144);

AT(cordon_backend, struct_size, 0);
AT(cordon_backend, abi_minor, 4);
AT(cordon_backend, flags, 8);
AT(cordon_backend, id, 16);
AT(cordon_backend, version, 24);
AT(cordon_backend, open, 32);
AT(cordon_backend, close, 40);
AT(cordon_backend, probe, 48);
AT(cordon_backend, readiness_hint, 56);
AT(cordon_backend, wrap, 64);
AT(cordon_backend, spawn, 72);
AT(cordon_backend, extension, 80);
SIZE(cordon_backend, 88);

int main(void)
{
    return 0;
}

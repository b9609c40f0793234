/* SPDX-License-Identifier: MIT */
/* A loaded library of a backend: trusted, loaded, validated; its table copied. */
#define _GNU_SOURCE /* dladdr1() */
#include "registry/module.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/fdio.h"

/* What the first version had: never changes, whatever is appended. */
#define SMALLEST_TABLE (offsetof(struct cordon_backend, extension) + sizeof(void *))

static gboolean refuse(GError **error, const char *problem)
{
    g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_BACKEND, problem);
    return FALSE;
}

#ifdef __GLIBC__ /* has dladdr1() */
/* The size of the object behind the symbol as the linker wrote it, so that no claim of the library
 * makes us read past it.  Also: is it of this library, and not of one that it drags in? */
static gboolean find_size(void *handle, const void *symbol, gsize *ret_size, GError **error)
{
    Dl_info info;
    const struct link_map *own = NULL;
    void *owner = NULL;
    void *extra = NULL;

    if (dladdr1(symbol, &info, &extra, RTLD_DL_SYMENT) == 0 || info.dli_saddr != symbol ||
        extra == NULL || dladdr1(symbol, &info, &owner, RTLD_DL_LINKMAP) == 0)
        return refuse(error, "the symbol " CORDON_BACKEND_SYMBOL " cannot be found again");
    if (dlinfo(handle, RTLD_DI_LINKMAP, &own) < 0 || own != owner)
        return refuse(error, "the symbol " CORDON_BACKEND_SYMBOL
                             " belongs to a library that it depends on, not to itself");

    const ElfW(Sym) *entry = extra;
    /* The type is in the low four bits, for 32 and 64 bits alike. */
    if ((entry->st_info & 0xf) != STT_OBJECT)
        return refuse(error, "the symbol " CORDON_BACKEND_SYMBOL " is not a data object");
    *ret_size = entry->st_size;
    return TRUE;
}
#else
/* This C library does not tell: only a claim that no version could mean is refused. */
static gboolean find_size(void *handle, const void *symbol, gsize *ret_size, GError **error)
{
    (void)handle, (void)symbol, (void)error;
    *ret_size = 4096;
    return TRUE;
}
#endif

static gboolean check_symbol(void *handle, const void *symbol, GError **error)
{
    gsize size = 0;

    if (!find_size(handle, symbol, &size, error))
        return FALSE;
    if (size < SMALLEST_TABLE || (uintptr_t)symbol % _Alignof(struct cordon_backend) != 0)
        return refuse(error, "the object " CORDON_BACKEND_SYMBOL
                             " is smaller than the smallest table of this interface");

    const struct cordon_backend *table = symbol;
    if (table->struct_size < SMALLEST_TABLE)
        return refuse(error, "its table says a struct_size below that of the smallest version");
    if (table->struct_size > size)
        return refuse(error, "its table says a struct_size larger than the object is");
    return TRUE;
}

static gboolean check_table(const struct cordon_backend *table, const CordonManifest *manifest,
                            GError **error)
{
    if (table->id == NULL || table->version == NULL)
        return refuse(error, "its table has no id or no version");
    if (strcmp(table->id, manifest->id) != 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                    "its table has another id than the manifest (\"%s\")", manifest->id);
        return FALSE;
    }
    if (table->open == NULL || table->close == NULL || table->probe == NULL ||
        table->readiness_hint == NULL || table->wrap == NULL)
        return refuse(error, "its table lacks one of open, close, probe, readiness_hint and wrap");
    return TRUE;
}

static gboolean is_same_file(const CordonFileIdentity *a, const CordonFileIdentity *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->mtime_ns == b->mtime_ns;
}

static gboolean load(CordonModule *module, const CordonManifest *manifest, GError **error)
{
    void *handle = dlopen(module->path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == NULL) {
        const char *problem = dlerror();
        return refuse(error, problem != NULL ? problem : "the system cannot load it");
    }

    /* The file is checked on both sides of the load, so that what was loaded is what was checked:
     * an upgrade may come in between. */
    CordonFileIdentity after;
    CORDON_AUTO_FD int fd = cordon_trust_open(module->path, 0, NULL, &after, error);
    if (fd < 0)
        return FALSE;
    if (!is_same_file(&module->identity, &after))
        return refuse(error, "it was replaced while it was being loaded; try again");

    const void *symbol = dlsym(handle, CORDON_BACKEND_SYMBOL);
    if (symbol == NULL)
        return refuse(error, "it does not export " CORDON_BACKEND_SYMBOL
                             ": not a backend, or one for another version of the interface");
    if (!check_symbol(handle, symbol, error))
        return FALSE;

    const struct cordon_backend *table = symbol;
    memcpy(&module->table, table, MIN(table->struct_size, sizeof module->table));
    module->table.struct_size = (uint32_t)MIN(table->struct_size, sizeof module->table);
    return check_table(&module->table, manifest, error);
}

CordonModule *cordon_module_load(const char *library_path, const CordonManifest *manifest,
                                 GError **error)
{
    g_autoptr(CordonModule) module = g_new0(CordonModule, 1);
    CORDON_AUTO_FD int fd =
        cordon_trust_open(library_path, 0, &module->path, &module->identity, error);

    if (fd < 0)
        return NULL;
    if (!load(module, manifest, error)) {
        g_prefix_error(error, "The library %s of the backend %s cannot be used: ", module->path,
                       manifest->id);
        return NULL;
    }
    return g_steal_pointer(&module);
}

void cordon_module_free(CordonModule *module)
{
    if (module == NULL)
        return;
    g_free(module->path);
    g_free(module);
}

/* SPDX-License-Identifier: MIT */
/* Which names are secret, protected, bulk. */
#include <criterion/criterion.h>
#include <string.h>

#include "model/names.h"

Test(names, secret_files_are_told_from_their_false_friends)
{
    static const struct {
        const char *name;
        gboolean secret;
    } CASES[] = {
        {".env", TRUE},
        {".ENV", TRUE},
        {".env.local", TRUE},
        {".env.production", TRUE},
        {"prod.env", TRUE},
        {"id_rsa", TRUE},
        {"id_ed25519_work", TRUE},
        {"server.key", TRUE},
        {"cert.PEM", TRUE},
        {"store.p12", TRUE},
        {"ca.crt", TRUE},
        {".netrc", TRUE},
        {".pgpass", TRUE},
        {".pypirc", TRUE},
        {".git-credentials", TRUE},
        {".htpasswd", TRUE},
        {"credentials", TRUE},
        {"credentials.json", TRUE},
        {"service-account.json", TRUE},
        {"service-account-prod.json", TRUE},
        {"terraform.tfstate", TRUE},
        {"prod.tfvars", TRUE},
        {".dev.vars", TRUE},
        {"kubeconfig", TRUE},
        {"secrets.yaml", TRUE},
        {"Secrets.yml", TRUE},
        {"secrets.json", TRUE},
        {"secrets.toml", TRUE},
        {".vault-token", TRUE},
        {".s3cfg", TRUE},
        {".boto", TRUE},
        {".env~", TRUE},
        {".netrc.bak", TRUE},
        {".netrc.swp", TRUE},
        {".server.key.swp", TRUE},
        {".credentials.swo", TRUE},
        {"#credentials#", TRUE},
        {"id_rsa.old", TRUE},
        {"server.pem.orig", TRUE},
        {"main.c~", FALSE},
        {".main.c.swp", FALSE},
        {"id_rsa.pub.bak", FALSE},
        {".env.example~", FALSE},
        {"~", FALSE},
        {"##", FALSE},
        {"secrets.py", FALSE},
        {".env.example", FALSE},
        {".env.local.example", FALSE},
        {".env.sample", FALSE},
        {".env.template", FALSE},
        {".env.dist", FALSE},
        {".env.defaults", FALSE},
        {".env.example.ts", FALSE},
        {"env.ts", FALSE},
        {"env.d.ts", FALSE},
        {"x.env.config.ts", FALSE},
        {"environment.js", FALSE},
        {".envrc", FALSE},
        {"env", FALSE},
        {"id_rsa.pub", FALSE},
        {"id_ed25519.pub", FALSE},
        {"id_rsa_test.go", FALSE},
        {"key.js", FALSE},
        {"keys", FALSE},
        {"credentials.py", FALSE},
        {"service-account.md", FALSE},
        {"prod.tfvars.example", FALSE},
        {"main.tf", FALSE},
        {"package.json", FALSE},
        {".npmrc", FALSE},
        {"", FALSE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++)
        cr_expect_eq(cordon_name_is_secret_file(CASES[i].name), CASES[i].secret, "%s",
                     CASES[i].name);
}

Test(names, secret_folders_are_known_by_name_and_place)
{
    static const char *const SECRET[] = {".ssh",    ".aws",   ".gnupg", ".kube",
                                         ".docker", ".azure", "secrets"};

    for (gsize i = 0; i < G_N_ELEMENTS(SECRET); i++)
        cr_expect(cordon_name_is_secret_folder(SECRET[i]), "%s", SECRET[i]);
    cr_expect_not(cordon_name_is_secret_folder("secret"));
    cr_expect_not(cordon_name_is_secret_folder("docker"));
    cr_expect(cordon_name_is_secret_folder_in(".config", "gcloud"));
    cr_expect(cordon_name_is_secret_folder_in("x", ".ssh"));
    cr_expect_not(cordon_name_is_secret_folder_in("terraform", "gcloud"));
}

Test(names, a_path_is_told_by_its_folders)
{
    cr_expect(cordon_path_has_secret_folder("/home/u/.ssh"));
    cr_expect(cordon_path_has_secret_folder("/home/u/.config/gcloud/x"));
    cr_expect_not(cordon_path_has_secret_folder("/home/u/gcloud/.git"));
    cr_expect_not(cordon_path_has_secret_folder("/"));
}

Test(names, in_a_bulk_folder_only_what_packages_do_not_bring_is_secret)
{
    cr_expect(cordon_name_is_secret_in_bulk(".env", FALSE));
    cr_expect(cordon_name_is_secret_in_bulk(".env.local", FALSE));
    cr_expect(cordon_name_is_secret_in_bulk("id_rsa", FALSE));
    cr_expect(cordon_name_is_secret_in_bulk(".aws", TRUE));
    cr_expect_not(cordon_name_is_secret_in_bulk("cacert.pem", FALSE));
    cr_expect_not(cordon_name_is_secret_in_bulk("credentials", FALSE));
    cr_expect_not(cordon_name_is_secret_in_bulk(".env.example", FALSE));
    cr_expect_not(cordon_name_is_secret_in_bulk("secrets", TRUE));
}

Test(names, some_files_are_secret_by_their_content)
{
    static const struct {
        const char *name, *text;
        gboolean secret;
    } CASES[] = {
        {".npmrc", "//replicate.npmjs.org/:_authToken=abc\n", TRUE},
        {".npmrc", "_auth=abc", TRUE},
        {".npmrc", "//r/:_password=x", TRUE},
        {".npmrc", "save-exact=true\n", FALSE},
        {".npmrc", "", FALSE},
        {".yarnrc.yml", "npmAuthToken: x", TRUE},
        {".yarnrc.yml", "nodeLinker: node-modules", FALSE},
        {".gitconfig", "[user]\n\tname = T\n\temail = a@b\n", FALSE},
        {".gitconfig", "[credential]\n\thelper = store\n", FALSE},
        {".gitconfig", "[url \"https://u:pw@host/\"]\n", TRUE},
        {".gitconfig", "[url \"https://host/\"]\n\tinsteadOf = git@host:\n", FALSE},
        {".gitconfig", "[http]\n\textraHeader = Authorization: x\n", TRUE},
        {"pip.conf", "index-url = https://me:pw@host/simple", TRUE},
        {"pip.conf", "index-url = https://host/simple", FALSE},
        {".NPMRC", "_auth=abc", TRUE},
        {".npmrc.bak", "_auth=abc", TRUE},
        {".npmrc~", "save-exact=true\n", FALSE},
        {".pip.conf.swp", "index-url = https://me:pw@host/simple", TRUE},
        {"other", "_authToken", FALSE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++)
        cr_expect_eq(cordon_text_holds_secret(CASES[i].name, CASES[i].text, strlen(CASES[i].text)),
                     CASES[i].secret, "%s: %s", CASES[i].name, CASES[i].text);
    cr_expect(cordon_name_needs_look(".npmrc"));
    cr_expect(cordon_name_needs_look(".NPMRC"));
    cr_expect(cordon_name_needs_look(".npmrc~"));
    cr_expect_not(cordon_name_needs_look("npmrc.md"));
}

Test(names, what_the_users_tools_execute_is_protected)
{
    cr_expect(cordon_name_is_protected(".git"));
    cr_expect(cordon_name_is_protected(".GIT"));
    cr_expect(cordon_name_is_protected(".vscode"));
    cr_expect(cordon_name_is_protected(".envrc"));
    cr_expect(cordon_name_is_protected(".husky"));
    cr_expect(cordon_name_is_protected(".pre-commit-config.yaml"));
    cr_expect(cordon_name_is_protected("lefthook.yml"));
    cr_expect(cordon_name_is_protected(".jj"));
    cr_expect(cordon_name_is_protected(".lvimrc"));
    cr_expect(cordon_name_is_protected(".exrc"));
    cr_expect(cordon_name_is_protected(".nvimrc"));
    cr_expect(cordon_name_is_protected(".local.vimrc"));
    cr_expect(cordon_name_is_protected(".dir-locals.el"));
    cr_expect_not(cordon_name_is_protected(".github"));
    cr_expect_not(cordon_name_is_protected(".gitignore"));
    cr_expect_not(cordon_name_is_protected("package.json"));
}

Test(names, bulk_folders_are_exact)
{
    cr_expect(cordon_name_is_bulk_folder("node_modules"));
    cr_expect(cordon_name_is_bulk_folder("target"));
    cr_expect_not(cordon_name_is_bulk_folder("Target"));
    cr_expect_not(cordon_name_is_bulk_folder("src"));
}
